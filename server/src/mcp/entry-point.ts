import { resourceMetadataUrl } from '../connected-apps/metadata.ts'
import { type Authenticate, clientEntryPoint, type EntryPoint } from '../http/caller.ts'
import { mcpPath } from './mount.ts'
import { isWithinTools } from './within-tools.ts'

/** Rejects tokens of connected apps, which are issued for `/mcp` (RFC 8707), except for calls of the tools. */
export const withoutApps =
  (authenticate: Authenticate): Authenticate =>
  async (token, address) => {
    const principal = await authenticate(token, address)
    return principal?.isApp && !isWithinTools() ? undefined : principal
  }

/** The entry point of assistants. Its challenge names the metadata that people need to connect them. */
export const mcpEntryPoint = (authenticate: Authenticate, publicUrl: () => string): EntryPoint =>
  clientEntryPoint(authenticate, () => resourceMetadataUrl(publicUrl(), mcpPath))
