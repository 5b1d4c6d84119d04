/** Reads a JSON Schema with `$defs` from standard input and prints a TypeScript type for each definition. */
import { text } from "node:stream/consumers";
import { compile } from "json-schema-to-typescript";

const schema = JSON.parse(await text(process.stdin));
const types = await compile(schema, "Contract", {
  additionalProperties: false,
  bannerComment: "",
  format: true,
  ignoreMinAndMaxItems: true,
  style: { printWidth: 120 },
  unknownAny: true,
  unreachableDefinitions: true,
});
process.stdout.write(types);
