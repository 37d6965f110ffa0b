/**
 * Decides what chance decides in tests: the rows of sampled tables, and the values of property
 * tests. make-test-project.ts takes it from the commit, unless the environment has it.
 */
export const SEED = Number(process.env.SEED);
