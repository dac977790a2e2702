/** A program that acts for an account, by its grant or its key; neither for the reader in person. */
export interface Program {
  grantId?: number | undefined
  keyId?: number | undefined
}
