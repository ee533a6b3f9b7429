import type {Edit} from '../source/edit.js'
import type {SourceFile, Span} from '../source/source-file.js'

/** The rules for test files; their ids. */
export type TestRuleId =
  | 'policy-test/conflicting-fields'
  | 'policy-test/document'
  | 'policy-test/duplicate-name'
  | 'policy-test/invalid-value'
  | 'policy-test/missing-field'
  | 'policy-test/unknown-field'
  | 'policy-test/wrong-type'

/** An error in a test file, with its place. */
export interface TestFileError {
  readonly ruleId: TestRuleId
  readonly message: string
  readonly file: SourceFile
  readonly span: Span
  /** The field in Kubernetes' notation: `tests[0].steps[1].expect`; empty for the file. */
  readonly field: string
  /** The correction, if it is certain. */
  readonly hint?: string
  /** The edit that corrects it. */
  readonly fix?: Edit
}
