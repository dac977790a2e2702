/** Commands of surfaces for programs that act for readers. Types only. */
import type { Agent, IssuedTokens, NewGrant, OAuthClient, Redemption } from './grant.ts'

export interface AgentCommands {
  /** Kept for a day where no reader grants it anything. */
  registerClient(client: Omit<OAuthClient, 'id'>): Promise<OAuthClient>
  findClient(id: string): Promise<OAuthClient | null>
  /** The code that the program redeems. Throws `unprocessable` for too many. */
  grantAccess(userId: number, grant: NewGrant): Promise<string>
  /** Null for a code that is not valid; one that comes twice ends what it had granted. */
  redeemCode(redemption: Redemption): Promise<IssuedTokens | null>
  /** The same of a refresh token. */
  refreshTokens(token: { token: string; clientId: string }): Promise<IssuedTokens | null>
  /** Ends the grant of a token of either kind. */
  revokeGrant(token: string): Promise<void>
  /** Used last, first. */
  listAgents(userId: number): Promise<Agent[]>
  removeAgent(userId: number, clientId: string): Promise<void>
}
