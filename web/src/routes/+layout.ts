/** Pages are made when the app is built; a route with parameters says `prerender = false`. */
export const prerender = true;
export const trailingSlash = 'never';
