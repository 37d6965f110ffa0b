import { randomBytes } from "node:crypto";
import { KEY_ID, newKey } from "../../service/auth/stored-keys.js";
import { CommandError, type RunCommand } from "../command.js";

export const run: RunCommand = async ([given], _, io) => {
  const id = given ?? `key-${randomBytes(4).toString("hex")}`;
  if (!new RegExp(KEY_ID).test(id))
    throw new CommandError("the ID must have 1 to 128 printable ASCII characters and no spaces");
  const { key, entry } = newKey(id);
  io.stdout.write(`key:   ${key}\nentry: ${JSON.stringify(entry)}\n`);
  io.stderr.write(
    `Give the key to its holder: it is stored nowhere. Add the entry to "keys" in the KEYS_FILE.\n`,
  );
  return 0;
};
