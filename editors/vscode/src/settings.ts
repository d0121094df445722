/** The settings below `clblint` that the server takes. */

export const OF_SERVER = ["config", "language", "lens", "pedantic"];
