/** A Zap's side of the demo: the real Zapier app, run by Zapier's own tester. */
import "./zapier-environment.ts";
import zapier, { type Bundle, type ZObject } from "zapier-platform-core";
import App from "../../zapier/index.ts";

type Fields = Record<string, unknown>;
/** What a step runs; the tester gives back whatever it answers. */
type Perform<Result> = (z: ZObject, bundle: Bundle) => Promise<Result>;

/** Prepares the app for a space; the tester needs the service's address in the environment, as Zapier does. */
export function openZap(apiKey: string, baseUrl: string) {
  process.env["RALLLY_BASE_URL"] = baseUrl;
  const run = zapier.createAppTester(App, { customStoreKey: "demo" });
  const authData = { apiKey };

  return {
    /** What the trigger finds at a tick of Zapier's clock, newest first. */
    poll: (trigger: keyof typeof App.triggers): Promise<Fields[]> =>
      run(App.triggers[trigger].operation.perform as Perform<Fields[]>, { authData }),
    /** Runs a search with what a person put into its form; best match first. */
    search: (search: keyof typeof App.searches, inputData: Fields): Promise<Fields[]> =>
      run(App.searches[search].operation.perform as Perform<Fields[]>, { authData, inputData }),
    /** Runs an action with what a person put into its form. */
    act: (action: keyof typeof App.creates, inputData: Fields): Promise<Fields> =>
      run(App.creates[action].operation.perform as Perform<Fields>, {
        authData,
        inputData,
        meta: { timezone: "Europe/Berlin" },
      }),
  };
}

export type Zap = ReturnType<typeof openZap>;
