/** The id of the explanation of a rule in a page. */
export const ruleAnchor = (id: string): string => `rule-${id}`
