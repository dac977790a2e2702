/** VitePress' own theme, with what wide tables and diagrams need. */
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
