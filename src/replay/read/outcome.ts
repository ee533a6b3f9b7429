import type {Observed} from './request.js'

/** The message of API Priority and Fairness, which rejects requests long before admission. */
const priorityAndFairness = 'Too many requests, please try again later.'

/** Codes of requests that always fail before admission. */
const early: ReadonlySet<number> = new Set([400, 401, 404, 413, 415])

/** Messages of rejections in or after admission. */
const rejectedInAdmission = /^admission webhook "|denied the request|ValidatingAdmissionPolicy '|exceeded quota: |failed quota: |insufficient quota to /

/**
 * Returns the reason that a request failed before the plugin, by the answer of the server; undefined if it reached the plugin
 * (spec eventratelimit 6.3, spec eventratelimit 9.1).
 */
export function failureBeforeAdmission(verb: string, {code, message}: Observed): string | undefined {
  if (early.has(code)) return String(code)
  if (code === 429) return message === priorityAndFairness ? '429 of API Priority and Fairness' : undefined
  // A create finds a conflict after admission, other verbs before it.
  if (code === 409) return verb === 'create' ? undefined : '409'
  return (code === 403 || code === 422) && !rejectedInAdmission.test(message) ? String(code) : undefined
}

/** True if the answer is a rejection by EventRateLimit. */
export const isRateLimited = ({code, message}: Observed): boolean => code === 429 && message !== priorityAndFairness
