import { findBarePoll, findId, listBarePolls } from "./bare.ts";
import type { Job } from "./job.ts";

interface PollRow {
  id: string;
  title: string;
  participants: number;
}

/** Polls to delete, or to keep. */
export const deletingJobs: Job[] = [
  {
    question: "Delete the board game night, it is off",
    calls: 2,
    answer: "deleted",
    gone: ["Board game night"],
    async run({ call }) {
      const { id: pollId, title: confirmTitle } = await call<PollRow>("get_poll", { title: "board game" });
      const { deleted } = await call<{ deleted: boolean }>("delete_poll", { pollId, confirmTitle });
      return deleted ? "deleted" : "kept";
    },
    async bare(api) {
      await api.delete(`/polls/${(await findBarePoll(api, "board game")).id}`);
      return "deleted";
    },
  },
  {
    question: "Delete all closed polls nobody answered",
    calls: 5,
    answer: ["Board game night", "Kick-off call"],
    gone: ["Board game night", "Kick-off call"],
    async prepare(sandbox) {
      sandbox.closePoll(await findId(sandbox, "Board game night"));
    },
    async run({ call }) {
      const empty = { status: "closed", maxResponses: 0 };
      const { polls } = await call<{ polls: PollRow[] }>("list_polls", empty);
      const deleted: string[] = [];
      for (const { id: pollId } of polls) {
        const { title, participants } = await call<PollRow>("get_poll", { pollId });
        if (participants > 0) continue;
        const gone = await call<{ title: string }>("delete_poll", { pollId, confirmTitle: title });
        deleted.push(gone.title);
      }
      return deleted;
    },
    async bare(api) {
      const polls = await listBarePolls(api, "closed");
      const empty = polls.filter(({ participantCount }) => participantCount === 0);
      for (const { id } of empty) await api.delete(`/polls/${id}`);
      return empty.map(({ title }) => title);
    },
  },
  {
    question: "Delete the board thing (the script repeats a wrong title)",
    calls: 2,
    answer: "kept",
    async run({ call, fail }) {
      const { polls } = await call<{ polls: PollRow[] }>("list_polls", { query: "board" });
      const error = await fail("delete_poll", { pollId: polls[0]?.id, confirmTitle: "The board thing" });
      return error.includes("Nothing was deleted") ? "kept" : error;
    },
    async bare(api) {
      await findBarePoll(api, "board");
      return "kept";
    },
  },
];
