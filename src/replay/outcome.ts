import type {Observed} from './request.js'

/** What API Priority and Fairness says, which turns requests away long before admission. */
const priorityAndFairness = 'Too many requests, please try again later.'

/** Codes of requests that fail before admission, whatever they want. */
const early: ReadonlySet<number> = new Set([400, 401, 404, 413, 415])

/** What is refused in admission, or behind it, says by whom. */
const refusedInAdmission = /^admission webhook "|denied the request|ValidatingAdmissionPolicy '|exceeded quota: |failed quota: |insufficient quota to /

/**
 * Why a request never came as far as the plugin, by what the server answered; undefined when it did (eventratelimit spec 6.3
 * and 9.1).
 */
export function failureBeforeAdmission(verb: string, {code, message}: Observed): string | undefined {
  if (early.has(code)) return String(code)
  if (code === 429) return message === priorityAndFairness ? '429 of API Priority and Fairness' : undefined
  // What a create meets is found after admission, what others meet before.
  if (code === 409) return verb === 'create' ? undefined : '409'
  return (code === 403 || code === 422) && !refusedInAdmission.test(message) ? String(code) : undefined
}

/** Whether the server's answer is a refusal by EventRateLimit. */
export const isRateLimited = ({code, message}: Observed): boolean => code === 429 && message !== priorityAndFairness
