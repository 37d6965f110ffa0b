import fc from "fast-check";

/** A run that fails must fail again when it is repeated. `SEED` makes property tests look elsewhere. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20261115) });

export { fc as default };
