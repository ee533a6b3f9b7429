/** Returns a quota of that name with this spec. */
export const named = (name: string, spec: string): string => `apiVersion: v1
kind: ResourceQuota
metadata:
  name: ${name}
spec:
${spec}`

/** Returns a quota with this spec. */
export const quota = (spec: string): string => named('team-quota', spec)
