/** The version that Zapier shows; the same as package.json's, which a bundle cannot read. A test keeps them equal. */
export const version = "0.1.0";
