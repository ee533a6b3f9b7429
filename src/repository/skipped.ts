/** The reasons to skip a file, in the order of summaries. */
export const skipReasons = ['not-kubernetes', 'tool-file', 'helm-template', 'helm-chart-file', 'kustomization', 'kustomize-patch', 'kustomize-input', 'link-outside'] as const

/** Reason to skip a file. */
export type SkipReason = typeof skipReasons[number]

/** Reason to skip a file, with evidence. */
export interface Skip {
  readonly reason: SkipReason
  /** The evidence: what the file is, or which other file uses it. */
  readonly detail: string
}

/** A file that a directory or glob matched but that is not a manifest. */
export interface SkippedFile extends Skip {
  /** In the form of the paths of findings. */
  readonly path: string
}
