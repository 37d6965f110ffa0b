import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { verifyPackage } from "assay";
import { Problem } from "./json-server.js";

/**
 * @typedef {{ id: string, status: "open" }} Ballot
 * @typedef {{ id: string, entryId: string, digest: string, submittedBy: string, ballot: Ballot }} Proposal
 * @typedef {{ proposalPackage: unknown, recording: Promise<Proposal> }} Submission
 */

/** The proposals of one product, each with its ballot, and the ids that they take in its registry. */
export class ProposalBook {
  /** @type {Map<string, Submission>} */
  #submissions = new Map();
  /** @type {Proposal[]} */
  #proposals = [];

  /**
   * @param {string} product
   * @param {import("assay").Catalog} specs
   * @param {Map<string, { id: string, name: string }>} generators
   * @param {(proposal: Record<string, any>) => { id: string, name: string }} entryOf
   */
  constructor(product, specs, generators, entryOf) {
    this.product = product;
    this.specs = specs;
    this.generators = generators;
    this.entryOf = entryOf;
  }

  /** @param {string} caller */
  submittedBy(caller) {
    return this.#proposals.filter(({ submittedBy }) => submittedBy === caller);
  }

  /**
   * The same key with the same package is the same proposal, even for repeated or simultaneous submissions. With
   * another package it is an error (draft-ietf-httpapi-idempotency-key-header §2.7).
   *
   * @param {string} caller
   * @param {string} idempotencyKey
   * @param {unknown} proposalPackage
   */
  async submit(caller, idempotencyKey, proposalPackage) {
    const slot = JSON.stringify([caller, idempotencyKey]);
    const earlier = this.#submissions.get(slot);
    if (earlier !== undefined) {
      if (isDeepStrictEqual(earlier.proposalPackage, proposalPackage))
        return { isNew: false, proposal: await earlier.recording };
      throw new Problem(422, "this Idempotency-Key was already used for another package");
    }
    const recording = this.#record(caller, proposalPackage);
    this.#submissions.set(slot, { proposalPackage, recording });
    try {
      return { isNew: true, proposal: await recording };
    } catch (error) {
      // A refused submission has no effect to repeat.
      this.#submissions.delete(slot);
      throw error;
    }
  }

  /** @param {string} caller @param {unknown} proposalPackage @returns {Promise<Proposal>} */
  async #record(caller, proposalPackage) {
    const { verified, reasons, verdict } = await verifyPackage(this.specs, proposalPackage, {
      registry: [...this.generators.keys()],
    });
    if (!verified) {
      const details = verdict?.diagnostics
        .filter(({ severity }) => severity === "error")
        .map(({ message }) => message);
      throw new Problem(
        422,
        `the package is refused: ${[...reasons, ...(details ?? [])].join("; ")}`,
      );
    }
    const { targetProduct, digest, proposal } = /** @type {import("assay").ProposalPackage} */ (
      proposalPackage
    );
    if (targetProduct !== this.product)
      throw new Problem(422, `the package is for ${targetProduct}, this is ${this.product}`);
    const entry = this.entryOf(/** @type {Record<string, any>} */ (proposal));
    // Another package may have taken the id during the verification.
    if (this.generators.has(entry.id)) throw new Problem(422, `${entry.id} has just been taken`);
    this.generators.set(entry.id, entry);
    const ballot = { id: randomUUID(), status: /** @type {const} */ ("open") };
    const recorded = { id: randomUUID(), entryId: entry.id, digest, submittedBy: caller, ballot };
    this.#proposals.push(recorded);
    return recorded;
  }
}
