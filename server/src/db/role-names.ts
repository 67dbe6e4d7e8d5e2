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
 * Puts the role of this database where migrations say `atelier_app`. They are frozen and name it literally, and each
 * database has had a role of its own only since they were shipped.
 */
export function namingRole(role: string): KyselyPlugin {
  const names = new RoleNames(role)
  return {
    transformQuery: ({ node }) => names.transformNode(node),
    transformResult: async ({ result }) => result,
  }
}
