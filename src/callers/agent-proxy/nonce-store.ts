export interface NonceStore {
  /** True for the first to claim this nonce of this key within the time. Never rejects. */
  claim(keyId: string, nonce: string, ttlSeconds: number): Promise<boolean>;
}
