/** Colours, or none. Reporters receive them, so that they do not depend on a terminal. */
export {type Style, styleFor} from '#platform/style.js'
