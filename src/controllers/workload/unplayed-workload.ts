import type {WorkloadController} from './owner.js'

/** Looks after a workload that is not played: nothing comes of it. */
export class UnplayedWorkload implements WorkloadController {
  readonly isComplete = false
  readonly changed?: () => void
  readonly holdings = []

  constructor(readonly wanted: number) {}

  hold(): void {
    // Nothing becomes of what it has either.
  }

  sync(): boolean {
    return true
  }
}
