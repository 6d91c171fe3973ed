export { default as books } from './books'
export { default as course } from './course'
export { default as textbooks } from './textbooks'
