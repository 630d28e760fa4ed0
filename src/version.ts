/** This package's version. A constant, since a bundled server has no package.json beside it; a test holds them equal. */
export const version = "0.1.0";
