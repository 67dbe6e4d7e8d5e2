import { type KyselyPlugin, OperationNodeTransformer, type RawNode } from 'kysely'
import { sharedRole } from './roles.ts'

class RoleNames extends OperationNodeTransformer {
  readonly #role: string

  constructor(role: string) {
    super()
    this.#role = role
  }

  protected override transformRaw(node: RawNode): RawNode {
    const raw = super.transformRaw(node)
    return { ...raw, sqlFragments: raw.sqlFragments.map((text) => text.replaceAll(sharedRole, this.#role)) }
  }
}

/**
 * Replaces `atelier_app` in migrations with the role of this database. Released migrations are frozen and contain the
 * literal name, because per-database roles were added later.
 */
export function namingRole(role: string): KyselyPlugin {
  const names = new RoleNames(role)
  return {
    transformQuery: ({ node }) => names.transformNode(node),
    transformResult: async ({ result }) => result,
  }
}
