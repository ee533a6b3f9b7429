import type {ExportProblem} from '../../export/export-native.js'
import {findingText} from '../lint/table.js'
import type {Style} from '../style.js'

/** The problems that prevent an export, for people. */
export const problemsText = (problems: readonly ExportProblem[], style: Style): string =>
  problems.map((problem) => findingText({ruleId: '', ...problem}, {style})).join('')
