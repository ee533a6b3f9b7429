/** Returns the folders of the packages that a bundle contains, sorted, by the inputs in its metafile. */
export const packagesIn = (inputs) => [...new Set(Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))].sort()
