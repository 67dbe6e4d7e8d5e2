import type { Catalog } from '../../language/catalog.ts'

export const settingsText: Catalog['settingsText'] = {
  title: 'Configuración',
  description: 'Configuración de la empresa',
  name: 'Nombre',
  nameText: 'Se muestra en el menú y en las invitaciones.',
  save: 'Guardar nombre',
  saved: 'Nombre guardado',
  location: 'Datos de ubicación',
  locationText:
    'Las fotos pueden contener el lugar donde se tomaron. Los archivos de la biblioteca conservan la ubicación; las descargas, los enlaces y los archivos ZIP pueden excluirla.',
  removeLocation: 'Quitar coordenadas GPS y nombres de lugares de los archivos que salen de la biblioteca',
  locationRemoved: 'Los datos de ubicación se quitan de las descargas',
  locationKept: 'Los datos de ubicación permanecen en las descargas',
  enterprise: 'Organización',
  enterpriseText: 'La organización a la que pertenece la empresa.',
  id: 'ID de la empresa',
  idText: 'Para solicitudes de asistencia y para herramientas que lo necesiten.',
  copyId: 'Copiar ID de la empresa',
}
