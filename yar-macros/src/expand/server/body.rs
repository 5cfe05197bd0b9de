//! The body of `call`: one `match` decodes the arguments, one runs the method.

use super::Locals;
use crate::expand::client::Waiting;
use crate::expand::{incoming, local, local_at, private_at};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;
use yar_idl::rust::{Method, Output, ServiceTrait};

/// Numbers behind those of its own methods are the base's.
pub(super) fn body(service: &ServiceTrait, locals: &Locals) -> TokenStream {
    let own = own_body(service, locals);
    if service.base.is_none() {
        return own;
    }
    let runtime = &service.runtime;
    let Locals {
        method,
        params,
        reply,
        ..
    } = locals;
    let count = Literal::usize_unsuffixed(service.methods.len());
    quote! {
        if let ::core::option::Option::Some(#method) =
            ::core::primitive::usize::checked_sub(#method, #count)
        {
            return #runtime::__private::Either::Right(
                #runtime::Service::call(&self.0, #method, #params, #reply),
            );
        }
        #runtime::__private::Either::Left({ #own })
    }
}

/// The arguments are decoded before the future exists, while the buffer they
/// lie in can still be borrowed. Each method makes the future by itself, so that
/// it does not copy the room that the arguments of others need.
fn own_body(service: &ServiceTrait, locals: &Locals) -> TokenStream {
    let runtime = &service.runtime;
    let private = quote!(#runtime::__private);
    let Locals {
        value,
        method,
        reply,
        run,
        call,
        error,
        call_type,
        info,
        ..
    } = locals;
    let client = Waiting::Async.ident(service);
    let variants = service.methods.iter().map(variant);
    let numbered = service.methods.iter().enumerate();
    let decodes = numbered.map(|(number, it)| decode_arm(service, locals, number, it));
    let runs = service
        .methods
        .iter()
        .map(|it| run_arm(service, locals, it));
    let shared = match &service.base {
        Some(_) => quote!(::core::convert::AsRef::<#private::Arc<_>>::as_ref(&self.0)),
        None => quote!(&self.0),
    };
    quote! {
        #[allow(
            non_camel_case_types,
            clippy::enum_variant_names,
            clippy::large_enum_variant,
            clippy::option_option,
            clippy::type_complexity
        )]
        enum #call_type {
            #(#variants,)*
        }
        let #info = <#client as #private::Described>::INFO;
        let #run = |#call: ::core::result::Result<#call_type, #runtime::Error>| {
            let #value = ::core::clone::Clone::clone(#shared);
            async move {
                match #call {
                    #(#runs,)*
                    ::core::result::Result::Err(#error) => #reply.refuse(&#error),
                }
            }
        };
        match #method {
            #(#decodes,)*
            _ => #run(::core::result::Result::Err(#private::unknown_method(#info, #method))),
        }
    }
}

/// `add(i64, i64)`
fn variant(method: &Method) -> TokenStream {
    let ident = &method.ident;
    if method.params.is_empty() {
        return quote!(#ident);
    }
    let types = method.params.iter().map(|param| &param.ty);
    quote!(#ident(#(#types),*))
}

/// `add(a, b)`
fn call(method: &Method, locals: &Locals) -> TokenStream {
    let call_type = &locals.call_type;
    let variant = variant_path(method, call_type);
    if method.params.is_empty() {
        return variant;
    }
    let arguments = method.params.iter().map(|param| &param.ident);
    quote!(#variant(#(#arguments),*))
}

fn variant_path(method: &Method, call_type: &Ident) -> TokenStream {
    let ident = &method.ident;
    quote!(#call_type::#ident)
}

fn decode_arm(
    service: &ServiceTrait,
    locals: &Locals,
    number: usize,
    method: &Method,
) -> TokenStream {
    let number = Literal::usize_unsuffixed(number);
    let Locals {
        params, info, run, ..
    } = locals;
    let span = method.ident.span();
    let private = private_at(span, service);
    let check = method
        .strict_arity
        .then(|| quote_spanned!(span=> #private::refuse_surplus(&#params, #info, #number)));
    let decoded = if method.params.is_empty() {
        let call = call(method, locals);
        match check {
            None => return quote!(#number => #run(::core::result::Result::Ok(#call))),
            Some(check) => return quote_spanned!(span=> #number => #run(#check.map(|()| #call))),
        }
    } else {
        let pattern = incoming::pattern(service, method);
        let variant = variant_path(method, &locals.call_type);
        let given = method.params.iter();
        let values = given.map(|it| incoming::value(service, method, it));
        quote_spanned! {span=>
            #private::arguments(&#params, #info, #number)
                .map(|#pattern| #variant(#(#values),*))
        }
    };
    match check {
        None => quote_spanned!(span=> #number => #run(#decoded)),
        Some(check) => quote_spanned!(span=> #number => #run(#check.and_then(|()| #decoded))),
    }
}

fn run_arm(service: &ServiceTrait, locals: &Locals, method: &Method) -> TokenStream {
    let trait_ident = &service.item.ident;
    let Locals {
        value,
        service_type,
        ..
    } = locals;
    let call = call(method, locals);
    let ident = &method.ident;
    let reply = local_at(&locals.reply.to_string(), ident.span());
    let context = local("__yar_context");
    let mut arguments: Vec<_> = method
        .params
        .iter()
        .map(|it| it.ident.to_token_stream())
        .collect();
    if let Some(position) = method.context {
        arguments.insert(position, context.to_token_stream());
    }
    let wait = method.is_async.then(|| quote!(.await));
    let run = quote! {
        <#service_type as #trait_ident>::#ident(&#value, #(#arguments),*)#wait
    };
    let result = match &method.output {
        Output::Result(ty) => {
            let private = private_at(ty.span(), service);
            quote_spanned!(ty.span()=> #private::MethodResult::into_result(#run))
        }
        Output::Value(_) | Output::Nothing => quote_spanned! {ident.span()=>
            ::core::result::Result::<_, ::core::convert::Infallible>::Ok(#run)
        },
    };
    let finish = quote_spanned!(ident.span()=> #reply.finish(#result));
    let finish = match method.context {
        None => finish,
        Some(_) => quote!({
            let #context = #reply.context();
            #finish
        }),
    };
    quote_spanned!(ident.span()=> ::core::result::Result::Ok(#call) => #finish)
}
