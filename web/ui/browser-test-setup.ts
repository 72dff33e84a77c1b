/** The setup of component tests: the app's styles. */
import '../styles.css'
