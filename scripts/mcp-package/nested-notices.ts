/** Code inside a package that is somebody else's and comes without a licence file of its own. */
interface Nested {
  name: string;
  /** The files that hold it. */
  files: RegExp;
  /** What it is there. */
  about: string;
  copyright: string;
}

const nested: readonly Nested[] = [
  {
    name: "llhttp",
    files: /\/undici\/lib\/llhttp\//,
    about: "The HTTP parser inside undici, compiled to WebAssembly.",
    copyright: "Copyright Fedor Indutny, 2018.",
  },
  {
    name: "ws",
    files: /\/undici\/lib\/web\/websocket\/receiver\.js$/,
    about: "The WebSocket receiver of undici follows it.",
    copyright: `Copyright (c) 2011 Einar Otto Stangvik <einaros@gmail.com>
Copyright (c) 2013 Arnout Kazemier and contributors
Copyright (c) 2016 Luigi Pinca and contributors`,
  },
  {
    name: "fetch-blob",
    files: /\/undici\/lib\/core\/util\.js$/,
    about: "A function of undici is based on it.",
    copyright: "Copyright (c) 2019 David Frank",
  },
];

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The licences of other people's code inside the given files, one text each. All of them are MIT. */
export function listNestedNotices(files: readonly string[]): string[] {
  return nested
    .filter((entry) => files.some((file) => entry.files.test(file)))
    .map(({ name, about, copyright }) => `== ${name} (MIT)\n\n${about}\n\n${copyright}\n\n${mit}\n`);
}

/** Copyright lines in comments of the files that a text of notices does not hold. */
export function listMissingHolders(sources: readonly string[], notices: string): string[] {
  const lines = sources.flatMap((source) => [
    ...source.matchAll(/^[ \t]*(?:\/\/|\/?\*+!?)[ \t]*(Copyright\b.*?)[ \t]*(?:\*\/)?$/gim),
  ]);
  const simplify = (text: string) => text.toLowerCase().replace(/[^a-z]+/g, " ");
  const known = simplify(notices);
  return [...new Set(lines.map(([, line = ""]) => line))].filter(
    (line) =>
      !known.includes(
        simplify(line)
          .replace(/^ ?copyright (c )?/, "")
          .trim(),
      ),
  );
}
