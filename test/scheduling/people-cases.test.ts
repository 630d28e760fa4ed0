/** Who of a list has answered: one row for each way in which people write a name. */
import { describe, expect, it } from "vitest";
import { compareInvitees } from "../../src/scheduling/index.ts";

/** Parts of a cell are alternatives between " · ", and people between "; ". A person's address follows a comma. */
const split = (cell: string, separator: string | RegExp) => cell.split(separator).map((part) => part.trim());

const vote = (text: string, index: number) => {
  const [, name = "", email = null] = /^(.*?)(?:, (\S+@\S+))?$/.exec(text) ?? [];
  return { id: `p${index}`, name, email };
};

/** The group of each entry of a list. */
function sort(invited: readonly string[], voted: readonly string[]): string[] {
  const entries = invited.map((text) => {
    const { name, email } = vote(text.replace(/^(\S+@\S+)$/, ", $1"), 0);
    return { text, name, email };
  });
  const { answered, unclear, missing } = compareInvitees(entries, voted.map(vote));
  const groups = Object.entries({ found: answered, unclear, missing });
  return invited.map((text) => groups.find(([, list]) => list.some((each) => each.text === text))?.[0] ?? "");
}

describe("a person of the list", () => {
  it.each([
    ["Käthe Blum", "Käthe", "unclear"],
    ["Petra Sommer", "Petra S. · Petra S", "unclear"],
    ["Anneliese Schmitt", "A. Schmitt", "unclear"],
    ["Friederike von Berg", "Friederike v. Berg", "unclear"],
    ["Friederike von Berg", "Friederike Berg", "found"],
    ["Hans Müller (Bass)", "Hans Müller", "found"],
    ["Hans Müller", "Hans Müller (Bass)", "found"],
    ["Hans Müller (Bass)", "Hans Müller (Tenor)", "unclear"],
    ["Ada (Sales) · Ada [Sales]", "Ada Lovelace", "unclear"],
    ["Ada Lovelace", "Ada (Sales)", "unclear"],
    ["Herr Müller · Müller, Herr", "Frau Müller", "missing"],
    ["Frau Müller", "Frau Anna Müller", "unclear"],
    ["Mme Dupont", "M. Dupont", "unclear"],
    ["Martin King Jr. · King, Martin, Jr.", "Martin King Sr.", "unclear"],
    ["Smith, Mr. John · Mx John Smith", "John Smith", "found"],
    ["Frau Carla Weiß · Prof. Dr. Carla Weiß", "Carla Weiß", "found"],
    ["Ada Lee y Bob Roe · Ada Lee og Bob · Ada Lee sowie Bob Roe", "Ada Lee", "unclear"],
    ["Anna Lee", "Ben (for Anna Lee) · Mutter von Anna Lee", "unclear"],
    ["Dr. Carla Weiß · Dr. med. Carla Weiß", "Prof. Carla Weiss", "unclear"],
    ["Doerte Hansen", "Dörte Hansen", "found"],
    ["Lothar Boehm · Lothar Bohm", "Lothar Böhm", "found"],
    ["Hans Mueller", "Hans Muller", "unclear"],
    ["Thomas Weber", "Thomas Klein · Sabine Weber · T. Klein · S. Weber · T.", "missing"],
    ["Thomas Weber", "Weber · T. W. · TW · WT · tweber · ThomasW", "unclear"],
    ["Mary Jane Watson", "MJW · M. J. W.", "unclear"],
    ["Hans-Jürgen Meyer", "HJ Meyer · H.-J. Meyer", "unclear"],
    ["Hans-Jürgen Meyer", "HJ Klein", "missing"],
    ["Jan van den Berg", "Jan vd Berg · Jan v. d. Berg", "unclear"],
    ["Weber, Thomas", "Thomas Weber", "found"],
    ["Thomas", "Thomas Weber", "unclear"],
    ["Nagy Anna", "Anna Nagy", "found"],
    ["Kovács János", "Kovacs Janos", "found"],
    ["Nguyễn Văn An", "An Nguyen · Nguyen Van An", "found"],
    ["Nguyễn Văn An", "Nguyễn Văn Bình", "unclear"],
    ["Nguyễn Thị Mai", "Nguyễn Văn Mai", "unclear"],
    ["Anna Müller-Schulz", "Anna Müller", "found"],
    ["Anna Müller", "Anna Müller-Schulz", "found"],
    ["Hans-Peter Klein", "Hanspeter Klein", "unclear"],
    ["Hans-Peter Klein", "Hans Klein · Peter Klein", "found"],
    ["Samantha Reed", "Sam Reed", "unclear"],
    ["Samantha Reed", "Sam Cole", "missing"],
    ["Anna Schmidt", "Anna Schmitt · Anan Schmidt · Annna Schmidt", "unclear"],
    ["Maria Meier", "Marie Meyer", "unclear"],
    ["Hanna Schmidt", "Anna Schmidt", "unclear"],
    ["Jan Meier", "Jana Meier", "unclear"],
    ["Robert Miller", "Bob Miller", "missing"],
    ["Юлия Иванова", "Yulia Ivanova", "missing"],
    ["María García López", "Maria Garcia", "found"],
    ["María José García", "José García", "found"],
    ["Maria de la Cruz", "Juan de la Cruz", "unclear"],
    ["Øystein Ås", "Oystein As", "found"],
    ["Søren Ågård", "Soeren Aagaard", "found"],
    ["Łukasz Żak", "Lukasz Zak", "found"],
    ["李小龙 · 李 小龙", "李小龙", "found"],
    ["장도윤", "박도윤", "missing"],
    ["O'Brien, Pat", "Pat OBrien", "found"],
    ["Kim Lee", "Lee Kim", "found"],
    ["Ada Lovelace", "Ada Lovelace 🎉", "found"],
    ["Guest 1 · Guest 001 · Guest1", "Guest 01", "found"],
    ["Guest 1 · Guest 2 · Guest 12345", "Guest 10 · Guest 12346", "missing"],
    ["Anna", "Anne", "unclear"],
    ["Al Green", "Alan Green", "unclear"],
    ["anna.schmidt@x.org · schmidt@x.org", "Anna Schmidt", "unclear"],
    ["anna.schmidt82@x.org · anna+poll@x.org · aschmidt@x.org", "Anna Schmidt", "unclear"],
    ["info@x.org", "Anna Schmidt · Peter Klein, info@y.org", "missing"],
    ["Anna Schmidt", "Nanni, anna.schmidt@x.org", "unclear"],
    ["Anna Schmidt, anna@x.org", "Anna Schmidt, other@y.org", "unclear"],
    ["Anna Schmidt, anna@x.org", "Peter Klein, anna@x.org", "found"],
    ["Anna Schmidt, anna@x.org", "Anna", "unclear"],
    ["Anna Schmidt, anna@x.org", "Anna Klein, anna.klein@y.org", "missing"],
    // names-persian-keyboard
    ["علی کریمی", "علي كريمي", "found"],
  ])("%s, voted as %s: %s", (invited, voted, expected) => {
    for (const entry of split(invited, " · "))
      for (const response of split(voted, " · "))
        expect(sort([entry], [response]), `${entry}, ${response}`).toEqual([expected]);
  });

  it.each([
    ["Käthe Blum; Käthe Stein", "Käthe", "unclear; unclear"],
    ["Käthe Blum; Käthe", "Käthe", "missing; found"],
    ["Thomas Weber; Thomas Klein", "Thomas Weber; Thomas", "found; unclear"],
    ["Andreas Schmitt; Anneliese Schmitt", "Andreas Schmitt; A. Schmitt", "found; unclear"],
    ["Hans Müller (Bass); Hans Müller (Tenor)", "Hans Müller (Bass)", "found; missing"],
    ["Hans Müller (Bass); Hans Müller (Tenor)", "Hans Müller (Bass); H. Müller", "found; unclear"],
    ["Anna Müller; Anna Müller-Schulz", "Anna Müller", "unclear; unclear"],
    ["Dr. Ada Löwe; Loewe, Ada", "Ada Löwe", "unclear; unclear"],
    ["Ada Löwe, ada@x.org; Ada Löwe, ada@y.org", "Ada Löwe, ada@x.org", "found; missing"],
    ["Herr Müller; Frau Müller", "Frau Müller", "missing; found"],
    ["Mr Smith; Mrs Smith; Smith", "Mrs. Smith", "missing; found; missing"],
    ["Oma Schmidt; Opa Schmidt", "Opa Schmidt", "missing; found"],
    ["Tom Ford II; Tom Ford III", "Tom Ford III", "missing; found"],
    ["Guest 1; Guest 10", "Guest 01", "found; missing"],
    ["Wei Li", "Li Wei; wei li (BJ)", "unclear"],
    ["Hans Müller", "Müller Hans; Hans Müller (Bass)", "unclear"],
  ])("%s, voted: %s: %s", (invited, voted, expected) => {
    expect(sort(split(invited, "; "), split(voted, "; "))).toEqual(expected.split("; "));
  });
});
