/** The part of Trusted Types that the page uses. Its policy of content lets only this one turn texts into HTML and addresses of scripts. */
interface TrustedPolicy {
  readonly createHTML: (text: string) => string
  readonly createScriptURL: (text: string) => string
}

interface TrustedFactory {
  readonly createPolicy: (name: string, policy: TrustedPolicy) => TrustedPolicy
}

const unchanged: TrustedPolicy = {createHTML: (text) => text, createScriptURL: (text) => text}

const {trustedTypes} = globalThis as {readonly trustedTypes?: TrustedFactory}

const policy = trustedTypes?.createPolicy('kadm', unchanged) ?? unchanged

/** Shows a view of the library, which has escaped every text. */
export function showHtml(target: Element, html: string): void {
  target.innerHTML = policy.createHTML(html)
}

/** The address of a script of the page. */
export const scriptUrl = (name: string, base: string): string => policy.createScriptURL(new URL(name, base).href)
