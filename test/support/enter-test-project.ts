// So that `rules` and `config/targets.json` are those of the tests, for them and for the processes
// that they start.
process.chdir(process.env.TEST_PROJECT as string);
