import {oneLine} from '../machinery/output/printable.js'
import {type SkippedFile, type SkipReason, skipReasons} from '../repository/skipped.js'
import {counted} from './counted.js'

/** The singular and plural for each reason. */
const names: Readonly<Record<SkipReason, readonly [one: string, several: string]>> = {
  'not-kubernetes': ['not Kubernetes', 'not Kubernetes'],
  'tool-file': ['tool file', 'tool files'],
  'helm-template': ['Helm template', 'Helm templates'],
  'helm-chart-file': ['Helm chart file', 'Helm chart files'],
  kustomization: ['kustomization', 'kustomizations'],
  'kustomize-patch': ['Kustomize patch', 'Kustomize patches'],
  'kustomize-input': ['Kustomize input', 'Kustomize inputs'],
  'link-outside': ['link that leads outside', 'links that lead outside'],
}

/** The number of skipped files by reason: `41 files skipped: 20 not Kubernetes, 12 Helm templates, 9 Kustomize patches`. */
export function skippedSummary(skipped: readonly SkippedFile[]): string {
  const counts = skipReasons.map((reason) => ({reason, count: skipped.filter((file) => file.reason === reason).length})).filter(({count}) => count > 0)
  return `${counted(skipped.length, 'file')} skipped: ${counts.map(({reason, count}) => `${count} ${names[reason][count === 1 ? 0 : 1]}`).join(', ')}`
}

/** A line for a skipped file: `charts/web/values.yaml: Helm chart file (values of the chart charts/web)`. */
const skippedLine = ({path, reason, detail}: SkippedFile): string => oneLine(`skipped ${path}: ${names[reason][0]} (${detail})`)

/**
 * The notes on skipped files; empty if there are none.
 *
 * @param isVerbose true to list each file
 */
export const skippedNotes = (skipped: readonly SkippedFile[], isVerbose: boolean): string[] =>
  skipped.length === 0 ? [] : [...isVerbose ? skipped.map(skippedLine) : [], skippedSummary(skipped)]
