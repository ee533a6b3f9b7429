// Examples of pods for the rules about them.

/** A pod with this spec, given as the lines below it. */
export const pod = (spec: string): string => podWithMetadata('', spec)

const podWithMetadata = (metadata: string, spec: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: web
${metadata}spec:
${spec}`

const container = `  containers:
    - name: web
      image: nginx
`

/** A pod of one container that has these fields. */
export const podWithContainer = (fields: string): string => pod(`${container}${fields}`)

/** A pod of one container with these fields in its spec. */
export const podWithSpec = (fields: string): string => pod(`${fields}${container}`)

/** A pod of one container with this annotation, and these fields in its spec. */
export const podWithAnnotation = (annotation: string, fields = ''): string => podWithMetadata(`  annotations:
    ${annotation}
`, `${fields}${container}`)
