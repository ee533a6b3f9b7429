/** The reasons for which a file is no manifest, in the order of summaries. */
export const skipReasons = ['not-kubernetes', 'tool-file', 'helm-template', 'helm-chart-file', 'kustomization', 'kustomize-patch', 'kustomize-input', 'link-outside'] as const

/** Why a file is no manifest. */
export type SkipReason = typeof skipReasons[number]

/** Why one file is skipped. */
export interface Skip {
  readonly reason: SkipReason
  /** The evidence: what the file is, or which other file says so. */
  readonly detail: string
}

/** A file that was found in a directory or by a glob, and is no manifest. */
export interface SkippedFile extends Skip {
  /** As findings name it. */
  readonly path: string
}
