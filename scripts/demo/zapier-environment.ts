/** Imported before Zapier's core, which reads this once: its checks of an app's output throw, and it keeps quiet. */
process.env["NODE_ENV"] = "test";
