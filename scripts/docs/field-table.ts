import {sharedKinds} from '../../src/kinds/index.js'
import type {AnyKind, DescribedField} from '../../src/kinds/kind.js'

/** The prefix of the rules of a kind: `storage-class` for StorageClass. */
export const prefixOf = ({kind}: Pick<AnyKind, 'kind'>): string => kind.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase()

/**
 * Returns a table of the fields whose rules the kind states as a table (src/kinds/shared/fields.ts), for the index of rules; empty
 * for other kinds.
 *
 * @param prefix of the rules of the kind
 */
export function fieldTable(prefix: string): string {
  const fields = sharedKinds.filter((kind) => prefixOf(kind) === prefix).flatMap((kind) => kind.fields ?? [])
  return fields.length === 0 ? '' : `\n| Field | Rule | Default | Updates |\n| --- | --- | --- | --- |\n${fields.map(row).join('')}`
}

const row = ({path, rule, default: usual, isImmutable}: DescribedField): string =>
  `| \`${path}\` | [${rule}](${rule}.md) | ${usual === undefined ? '' : `\`${String(usual)}\``} | ${isImmutable ? 'immutable' : ''} |\n`
