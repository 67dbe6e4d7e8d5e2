/** In which we tell the library who asks, and by which request; what a client says in them is dropped. */
export const addressHeader = 'x-atelier-address'
export const requestHeader = 'x-atelier-request'
