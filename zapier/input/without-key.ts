import type { Bundle, ZObject } from "zapier-platform-core";
import { createRedactor, redactDeep, redactKeys } from "../../src/redact.ts";
import { dropBlanks } from "./form-values.ts";

/** The API key without the blanks, line breaks and invisible characters that people paste with it. */
export const getApiKey = (authData: Bundle["authData"] | undefined): string =>
  String(dropBlanks(authData?.["apiKey"]) ?? "");

/**
 * Wraps a function that Zapier calls: the key, which people paste into other fields by mistake, is in nothing that it gets, returns
 * or throws.
 */
export const withoutKey =
  <Result>(act: (z: ZObject, bundle: Bundle) => Result | Promise<Result>) =>
  async (z: ZObject, bundle: Bundle): Promise<Result> => {
    const { inputData, inputDataRaw, authData } = bundle;
    const apiKey = getApiKey(authData);
    const redact = createRedactor(apiKey);
    const masked = redactDeep({ inputData, inputDataRaw, authData }, redact);
    try {
      return redactDeep(
        await act(z, { ...bundle, ...masked, authData: { ...masked.authData, apiKey } }),
        redact,
      );
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      error.message = redactKeys(redact(error.message));
      // Core would add the values of the form.
      throw Object.assign(error, { doNotContextify: true });
    }
  };
