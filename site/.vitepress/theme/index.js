// The default theme, with the changes in style.css.
import DefaultTheme from 'vitepress/theme'

import './style.css'

export default DefaultTheme
