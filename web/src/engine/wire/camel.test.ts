import { describe, expect, test } from "vitest";
import { camelKey, snakeKey, toCamel, toSnake } from "./camel";
import { canonicalPolicy, contractParams } from "../client/params";

describe("key renaming", () => {
  test.each([
    ["time_budget_ms", "timeBudgetMs"],
    ["ev", "ev"],
    ["top_2", "top_2"],
    ["_private", "_private"],
    ["a_b_c", "aBC"],
  ])("%s is %s here, and back", (snake, camel) => {
    expect(camelKey(snake)).toBe(camel);
    expect(snakeKey(camel)).toBe(snake);
  });

  test("capitalised keys are not renamed", () => {
    expect(snakeKey("Blue")).toBe("Blue");
  });

  test("a result is renamed at every depth, but not what is in actions, states and features", () => {
    const result = {
      best_action: { pattern_line: 1 },
      best_action_ev: 2,
      candidates: [{ action: { go_to: 1 }, line: [{ go_to: 1 }], features: { tiles_acquired: 1 }, reasons: [{ sub_label: "x" }] }],
      metadata: { elapsed_ms: 3, artifacts: { house_table: "00" } },
      state: { round_number: 1 },
      win_probability: null,
    };
    expect(toCamel(result)).toEqual({
      bestAction: { pattern_line: 1 },
      bestActionEv: 2,
      candidates: [{ action: { go_to: 1 }, line: [{ go_to: 1 }], features: { tiles_acquired: 1 }, reasons: [{ subLabel: "x" }] }],
      metadata: { elapsedMs: 3, artifacts: { house_table: "00" } },
      state: { round_number: 1 },
      winProbability: null,
    });
    expect(toSnake(toCamel(result))).toEqual(result);
  });

  test("schemas and evaluator options keep their own names both ways", () => {
    const game = {
      evaluators: [{ options_schema: { properties: { beam_width: {} } } }],
      levels: [{ params: { evaluator_options: { beam_width: 2 } } }],
    };
    const here = toCamel(game);
    expect(here).toEqual({
      evaluators: [{ optionsSchema: { properties: { beam_width: {} } } }],
      levels: [{ params: { evaluatorOptions: { beam_width: 2 } } }],
    });
    expect(toSnake(here)).toEqual(game);
  });
});

describe("params", () => {
  test("all spellings of a policy become the canonical one", () => {
    expect(canonicalPolicy("all_random")).toBe("all_random");
    expect(canonicalPolicy({ type: "AllRandom" })).toBe("all_random");
    expect(canonicalPolicy({ type: "AllGreedy" })).toBe("all_greedy");
    expect(canonicalPolicy({ type: "Mixed", greedyProbability: 0.8 })).toEqual({ mixed: { greedy_ratio: 0.8 } });
    expect(canonicalPolicy({ mixed: { greedyRatio: 0.3 } })).toEqual({ mixed: { greedy_ratio: 0.3 } });
  });

  test("params use the bridge's names", () => {
    const params = {
      evaluatorSeed: 1,
      timeBudgetMs: 250,
      rolloutConfig: { activePlayerPolicy: { type: "Mixed", greedyProbability: 0.5 }, opponentPolicy: "all_random" },
    } as const;
    expect(contractParams(params)).toEqual({
      evaluator_seed: 1,
      time_budget_ms: 250,
      rollout_config: { active_player_policy: { mixed: { greedy_ratio: 0.5 } }, opponent_policy: "all_random" },
    });
    expect("rollout_config" in contractParams({ evaluatorSeed: 1 })).toBe(false);
  });
});
