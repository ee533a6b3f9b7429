import type {SourceFile} from '../source/source-file.js'

/** The end of the name of a test file. */
export const testFileSuffix = /\.kadm-test\.(?:ya?ml|json)$/

/** The API group of test files. */
export const testGroup = 'test.kadm.dev'

/** True for the path of a test file: `limits.kadm-test.yaml`. */
export const isTestFilePath = (path: string): boolean => testFileSuffix.test(path)

const header = new RegExp(`^["']?apiVersion["']?[ \\t]*:[ \\t]*["']?${testGroup.replaceAll('.', '\\.')}/`, 'm')

/** True for a test file: by its name, or by the apiVersion that it begins with. */
export const isTestFile = ({path, text}: SourceFile): boolean => isTestFilePath(path) || (text.includes(testGroup) && header.test(text))
