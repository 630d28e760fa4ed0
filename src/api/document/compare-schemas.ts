import {
  compareLimits,
  compareScalars,
  type Direction,
  isScalar,
  listValues,
  listWords,
} from "./compare-scalars.ts";
import type { Difference, Impact } from "./finding.ts";
import { type Alternative, createSchemaReader, type SchemaReader } from "./json-schema.ts";
import {
  DocumentTooComplexError,
  isRecord,
  openDocument,
  SchemaError,
  type SourceDocument,
} from "./source-document.ts";

/** Receives every difference. */
export type Report = (difference: Difference) => void;

/** Compares a schema of this version with one of a document. */
export type SchemaComparison = (
  known: unknown,
  found: unknown,
  target: { direction: Direction; report: Report; field?: string },
) => void;

/**
 * Creates a comparison with the schemas of one document. It reports what it cannot compare. Throws only
 * {@link DocumentTooComplexError}.
 */
export function createSchemaComparison(document: SourceDocument): SchemaComparison {
  const readKnown = createSchemaReader(openDocument({}));
  const readFound = createSchemaReader(document);
  return (known, found, { direction, report, field = "" }) =>
    new Comparison(readKnown, readFound, direction, report).compareAll(known, found, field);
}

const anyOf = (schemas: readonly unknown[]) => (schemas.length === 1 ? schemas[0] : { anyOf: schemas });
const allOf = (schemas: readonly unknown[]) => (schemas.length === 1 ? schemas[0] : { allOf: schemas });

class Comparison {
  readonly #readKnown: SchemaReader;
  readonly #readFound: SchemaReader;
  readonly #direction: Direction;
  readonly #isRequest: boolean;
  #report: Report;
  /** Every field of this version, in any form. */
  readonly #knownFields = new Set<string>();
  /** The fields of the document that some form of this version lacks. */
  readonly #newFields = new Set<string>();

  constructor(readKnown: SchemaReader, readFound: SchemaReader, direction: Direction, report: Report) {
    this.#readKnown = readKnown;
    this.#readFound = readFound;
    this.#direction = direction;
    this.#isRequest = direction === "request";
    this.#report = report;
  }

  compareAll(known: unknown, found: unknown, field: string): void {
    this.#compare(known, found, field);
    // A field that is new beside one form may belong to another form.
    for (const name of this.#newFields) if (!this.#knownFields.has(name)) this.#news(name, "is new");
  }

  #compare(knownSchema: unknown, foundSchema: unknown, field: string): void {
    try {
      const known = this.#readKnown(knownSchema);
      const found = this.#readFound(foundSchema);
      if (known.every(({ types }) => types === undefined)) return;
      this.#reportUnsupported(found, field);
      if (this.#compareTypes(known, found, field)) this.#compareParts(known, found, field);
    } catch (error) {
      if (!(error instanceof SchemaError) || error instanceof DocumentTooComplexError) throw error;
      this.#report({ severity: "unknown", field, message: `could not be compared: ${error.message}` });
    }
  }

  #reportUnsupported(found: readonly Alternative[], field: string): void {
    const keywords = [...new Set(found.flatMap(({ unsupported }) => [...unsupported]))];
    if (keywords.length > 0)
      this.#report({
        severity: "unknown",
        field,
        message: `could not be compared fully: it uses ${keywords.join(", ")}`,
      });
  }

  /** Compares types and null. Returns whether it makes sense to compare more. */
  #compareTypes(known: readonly Alternative[], found: readonly Alternative[], field: string): boolean {
    if (found.some(({ types }) => types === undefined)) {
      // Every value is accepted in a request.
      if (!this.#isRequest)
        this.#report({ severity: "unknown", field, message: "could not be compared: it has no type" });
      return false;
    }
    const [knownTypes, foundTypes] = [listTypes(known), listTypes(found)];
    if (!this.#isRequest && foundTypes.has("null") && !knownTypes.has("null"))
      this.#warn(field, "may be null now", "unreadable");
    if (foundTypes.size === 0) {
      const message = `${this.#isRequest ? "accepts nothing now" : "has no possible value now"}, ${listWords(knownTypes)} before`;
      this.#warn(field, message, this.#isRequest ? "some-refused" : "unreadable");
      return false;
    }
    const [given, accepted] = this.#isRequest ? [knownTypes, foundTypes] : [foundTypes, knownTypes];
    const foreign = [...given].filter(
      (type) => type !== "null" && !accepted.has(type) && !(type === "integer" && accepted.has("number")),
    );
    if (foreign.length === 0) return true;
    const message = `is ${listWords(foundTypes)} now, ${listWords(knownTypes)} before`;
    this.#warn(field, message, this.#isRequest ? "some-refused" : "unreadable");
    return false;
  }

  #compareParts(known: readonly Alternative[], found: readonly Alternative[], field: string): void {
    this.#reportAll(compareScalars(known.filter(isScalar), found.filter(isScalar), this.#direction), field);
    const [knownLists, foundLists] = [known, found].map((list) =>
      list.filter(({ types }) => types?.has("array")),
    );
    if (knownLists && foundLists && knownLists.length > 0) {
      if (this.#isRequest) this.#reportAll(compareLimits(knownLists, foundLists), field);
      const foundItems = foundLists.map(({ items }) => allOf(items));
      this.#compare(anyOf(knownLists.map(({ items }) => allOf(items))), anyOf(foundItems), `${field}[]`);
    }
    const [knownObjects, foundObjects] = [known, found].map((list) => list.filter(isObject));
    if (knownObjects && foundObjects && knownObjects.length > 0)
      this.#compareObjects(knownObjects, foundObjects, field);
  }

  #compareObjects(known: readonly Alternative[], found: readonly Alternative[], field: string): void {
    if (found.length > 0 && found.every(({ properties }) => properties.size === 0)) {
      if (!this.#isRequest)
        this.#report({
          severity: "unknown",
          field,
          message: "could not be compared: its fields are not listed",
        });
      return;
    }
    // A property such as `kind` tells the forms apart: its values are compared for all forms together.
    const discriminators = this.#findDiscriminators(known);
    for (const name of discriminators) {
      const [before, now] = [known, found].map((list) => collect(list, name));
      if (before && now && now.length > 0) this.#compare(anyOf(before), anyOf(now), join(field, name));
    }
    const forms = known.map((form) => ({ form, matches: this.#findMatches(form, found, discriminators) }));
    this.#compareForms(forms, discriminators, field);
    const names = new Set(known.flatMap(({ properties }) => [...properties.keys()]));
    for (const name of names) this.#knownFields.add(join(field, name));
    for (const name of new Set(found.flatMap(({ properties }) => [...properties.keys()]))) {
      if (names.has(name)) continue;
      const refused = forms.filter(
        ({ matches }) => matches.length > 0 && matches.every(({ required }) => required.has(name)),
      );
      if (this.#isRequest && refused.length > 0)
        this.#warn(
          join(field, name),
          "is new and required",
          refused.length === forms.length && field === "" ? "all-refused" : "some-refused",
        );
      else this.#newFields.add(join(field, name));
    }
  }

  /** Names the forms of a difference that only some forms have. */
  #compareForms(
    forms: readonly { form: Alternative; matches: readonly Alternative[] }[],
    discriminators: readonly string[],
    field: string,
  ): void {
    const compared = forms.filter(({ matches }) => matches.length > 0);
    const report = this.#report;
    const found = new Map<string, { difference: Difference; labels: string[] }>();
    for (const { form, matches } of compared) {
      const label = discriminators
        .map((name) => `${name} ${listWords(this.#listConstants(this.#readKnown, form, name) ?? [], "or")}`)
        .join(", ");
      this.#report = (difference) => {
        const key = JSON.stringify(difference);
        const entry = found.get(key) ?? { difference, labels: [] };
        if (!entry.labels.includes(label)) entry.labels.push(label);
        found.set(key, entry);
      };
      this.#compareObject(form, matches, discriminators, field);
    }
    this.#report = report;
    for (const { difference, labels } of found.values()) {
      const name = difference.field.slice(field === "" ? 0 : field.length + 1).split(/[.[]/, 1)[0] ?? "";
      const concerned = compared.filter(({ form }) => form.properties.has(name));
      const message = `${difference.message} with ${labels.join(" or ")}`;
      report(labels.length === concerned.length ? difference : { ...difference, message });
    }
  }

  #compareObject(
    known: Alternative,
    matches: readonly Alternative[],
    discriminators: readonly string[],
    field: string,
  ): void {
    for (const [name, parts] of known.properties) {
      const path = join(field, name);
      const schemas = collect(matches, name);
      const isExpected = known.required.has(name);
      if (schemas.length === 0) {
        if (this.#isRequest) this.#warn(path, "is not accepted anymore", "some-refused");
        else this.#warn(path, "is not in responses anymore", isExpected ? "unreadable" : "missing-value");
        continue;
      }
      const isRequired = matches.every(({ required }) => required.has(name));
      if (this.#isRequest && isRequired && !isExpected) this.#warn(path, "is required now", "some-refused");
      if (!this.#isRequest && !isRequired && isExpected) this.#warn(path, "may be absent now", "unreadable");
      if (schemas.some(isDeprecated)) this.#news(path, "is deprecated");
      if (!discriminators.includes(name)) this.#compare(allOf(parts), anyOf(schemas), path);
    }
  }

  /** The properties that have other constant values in each form of this version. */
  #findDiscriminators(known: readonly Alternative[]): string[] {
    const names = known.length < 2 ? [] : [...(known[0]?.properties.keys() ?? [])];
    return names.filter((name) => {
      const values = known.map((form) => this.#listConstants(this.#readKnown, form, name));
      const all = values.flatMap((list) => [...(list ?? [])]);
      return !values.includes(undefined) && new Set(all).size === all.length;
    });
  }

  /**
   * Finds the forms of the document that match a form of this version: none with another value of a discriminator. A request
   * may match several. A response matches the form that shares most properties and, among equals, requires fewest others.
   */
  #findMatches(
    known: Alternative,
    found: readonly Alternative[],
    discriminators: readonly string[],
  ): readonly Alternative[] {
    const possible = found.filter((form) =>
      discriminators.every((name) => {
        const here = this.#listConstants(this.#readKnown, known, name);
        const there = this.#listConstants(this.#readFound, form, name);
        return !here || !there || [...here].some((value) => there.has(value));
      }),
    );
    if (this.#isRequest) return possible;
    const ranks = possible.map((form) => {
      const shared = [...known.properties.keys()].filter((name) => form.properties.has(name)).length;
      const foreign = [...form.required].filter((name) => !known.properties.has(name)).length;
      return shared * 1_000 - Math.min(foreign, 999);
    });
    const best = Math.max(...ranks);
    return possible.filter((_, index) => ranks[index] === best);
  }

  #listConstants(read: SchemaReader, form: Alternative, name: string): Set<string> | undefined {
    const schemas = form.properties.get(name);
    return schemas && listValues(read(allOf(schemas)));
  }

  #reportAll(differences: readonly Omit<Difference, "field">[], field: string): void {
    for (const difference of differences) this.#report({ ...difference, field });
  }

  #warn(field: string, message: string, impact: Impact): void {
    this.#report({ severity: "warning", field, message, impact });
  }

  #news(field: string, message: string): void {
    this.#report({ severity: "news", field, message });
  }
}

const join = (field: string, name: string) => (field === "" ? name : `${field}.${name}`);

const isObject = ({ types }: Alternative) => types?.has("object") === true;

function listTypes(alternatives: readonly Alternative[]): Set<string> {
  return new Set(
    alternatives.flatMap(({ types, values }) => [...(types ?? []), ...(values?.has("null") ? ["null"] : [])]),
  );
}

/** The schemas of a property in every form that has it. */
function collect(forms: readonly Alternative[], name: string): unknown[] {
  return forms.flatMap(({ properties }) => {
    const parts = properties.get(name);
    return parts === undefined ? [] : [allOf(parts)];
  });
}

const isDeprecated = (schema: unknown) => isRecord(schema) && schema["deprecated"] === true;
