import type { Catalog } from '../../language/catalog.ts'

export const startText: Catalog['startText'] = {
  title: 'Primeros pasos',
  description: 'Su primera llamada a la API en unos dos minutos',
  guides: 'Leer las guías',
  client: 'Elegir un cliente',
  clientText:
    'Un cliente es una aplicación que llama a la API. El secreto solo se muestra una vez, al crear el cliente. Puede renovarlo en la página del cliente.',
  clientLabel: 'Cliente',
  noClients:
    'Un cliente es una aplicación que llama a la API. Cree un cliente y los ejemplos de código contendrán su secreto.',
  askForClient: 'Pida a un desarrollador o administrador de su empresa un ID de cliente y su secreto.',
  openClient: 'Abrir cliente',
  secret: 'Definir el secreto del cliente',
  secretText:
    'El código de ejemplo lee el secreto de una variable de entorno, para que no esté en ningún archivo que comparta.',
  made: 'Guardar el secreto del cliente',
  madeText:
    'El código siguiente contiene el secreto. Solo se muestra hasta que salga de esta página, así que guárdelo donde la aplicación lee sus secretos.',
  call: 'Obtener un token y listar plantillas',
  callText: 'El token autentica al cliente hasta que caduca. Envíelo con cada solicitud.',
  language: 'Lenguaje',
  copy: 'Copiar código',
  copySecret: 'Copiar comando',
  secretCode: 'Comando de shell',
  codeIn: (language) => `Código en ${language}`,
  arrived: 'Comprobar la primera llamada',
  arrivedText:
    'Este paso se pone en verde cuando una solicitud del cliente tiene éxito. Si una solicitud falla, aquí se muestra el motivo.',
  waiting: 'Esperando la primera llamada',
  waitingText: 'Ejecute el código anterior. Deje abierta esta página.',
  called: 'La llamada tuvo éxito',
  refused: 'La llamada falló',
  unknownReason: 'Consulte la respuesta para ver los detalles.',
  unknownPath: 'una ruta desconocida',
  lastCall: (request, status, ms) => `${request}: ${status} en ${ms} ms`,
  log: 'Abrir el registro de solicitudes',
  reference: 'Ver la referencia de la API',
}
