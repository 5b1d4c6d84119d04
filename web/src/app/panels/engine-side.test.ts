import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import { evaluation } from "../../core/testing/fake-engine";
import type { EvaluationView } from "../../core/types";
import { context } from "../testing/setup";
import EngineSide from "./EngineSide.svelte";

it.each([
  ["points", "± 2.6"],
  ["win", "± 2.6%"],
] as const)("names the error of a loss in %s", (objective, shown) => {
  const plain = evaluation({ add: 2 }, 2, { deltaStderr: 1.3 });
  const graded: EvaluationView = { ...plain, metadata: { ...plain.metadata, objective } };
  render(EngineSide, { props: { context: context().context, evaluation: graded, state: null } });
  expect(screen.getByText("Error of the loss").nextElementSibling?.textContent).toBe(shown);
});
