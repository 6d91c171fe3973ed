export { revokeSessions } from './queries'
